"""The commands of ``cardlab``, a file for each family; `cardlab.__main__` puts them together."""
