// node run.mjs PYODIDE WHEEL SCRIPT: run a Python script in Pyodide, with a wheel unpacked for it.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, wheel, script] = process.argv.slice(2);
globalThis.fetch = (address) => {
  throw new Error(`nothing may be fetched: ${address}`);
};
try {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
  const python = await loadPyodide();
  python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir: "/wheel" });
  python.runPython(`import sys; sys.argv = ["", "/wheel"]`);
  python.runPython(readFileSync(script, "utf8"));
} catch (error) {
  console.error(error.message); // Node would print a million characters of Pyodide's code first
  process.exit(1);
}
