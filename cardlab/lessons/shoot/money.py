"""Tokens: what a bet is worth, how much to bet, and what becomes of a dealer."""

from __future__ import annotations

import random
from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from math import ceil

from cardlab.cards import DECK, Card, symbols
from cardlab.lessons.answers import Chance, Count, Number
from cardlab.lessons.exercise import Mistake, Solution, Task, Variation
from cardlab.lessons.mistakes import apart
from cardlab.lessons.shoot.functions import beats
from cardlab.lessons.shoot.turns import three_suits
from cardlab.lessons.simulation import simulated
from cardlab.results import Explanation
from cardlab.shoot import Bank, Turn, average_chance, break_even_kitty, winning_cards


def worth(vary: Variation) -> Task:
    """Work out the expected value of a bet at even money."""
    hand = vary.cards("7h 4c 9s", fits=three_suits)
    bet = vary.number(3, 2, 9)

    def solve() -> Solution:
        turn = Turn(hand)
        odds = turn.exact()
        p, won, lost = odds.probability, odds.favourable, odds.total - odds.favourable
        right = bet * turn.expected_value
        return Solution(
            right,
            Explanation(
                f"What does a bet of {bet} gain on average?",
                (
                    f"The hand wins with a chance of {won}/49, and loses with {lost}/49.",
                    f"A win brings {bet} tokens, a loss costs {bet}.",
                    f"On average {bet} x {won}/49 - {bet} x {lost}/49 = {bet * (won - lost)}/49 = "
                    f"{float(right):.2f} tokens.",
                    f"In short, {bet} x (2p - 1) with p = {won}/49.",
                ),
            ),
            f"The bet is worth 2p - 1 for each token, {won}/49 - {lost}/49, times {bet}.",
            [
                Mistake(
                    bet * p,
                    "what you lose forgotten",
                    "So much a win brings, times its chance. What does a loss cost, and how often?",
                ),
                Mistake(
                    2 * bet * p,
                    "your own bet counted as a gain",
                    "That is what you take off the table on average. You put something on it "
                    "before.",
                ),
                Mistake(
                    p,
                    "a chance, not a value",
                    "That is how often the bet wins. How many tokens does it bring on average?",
                ),
                Mistake(
                    -right,
                    "what the dealer gains",
                    "Look at the sign: do you win more often than you lose?",
                ),
                Mistake(
                    turn.expected_value,
                    "the value of one token",
                    f"That is for a bet of one token. You bet {bet}.",
                ),
            ],
            simulated(lambda numbers: bet if numbers.random() < p else -bet),
        )

    return Task(
        f"You hold {symbols(hand)}, nothing has been turned, and you bet {bet} tokens. What does "
        "the bet gain on average? Write a loss with a minus sign.",
        Number("tokens"),
        solve,
        (
            "A bet is won or lost. What does each bring, and how often does it come?",
            "First the chance p to win, then the tokens for a win times p, less the tokens for a "
            "loss times 1 - p.",
            f"That is {bet} x p - {bet} x (1 - p), where p is the number of winning cards "
            "divided by 49.",
        ),
        hand,
    )


def stake(vary: Variation) -> Task:
    """Bet the share of the bankroll that makes it grow fastest."""
    hand = vary.cards("Ac Qh Js", fits=_favourite)
    bankroll = 10 * vary.number(15, 10, 30)
    kitty = 10 * vary.number(8, 6, 20)
    turn = Turn(hand)

    def solve() -> Solution:
        odds = turn.exact()
        p, edge = odds.probability, turn.kelly_fraction
        right = turn.kelly_stake(bankroll, kitty)
        best = edge * bankroll
        capped = f", but a bet is at most the kitty: {kitty}" if right == kitty else ""
        return Solution(
            right,
            Explanation(
                "How much makes the tokens grow fastest?",
                (
                    f"The hand wins with a chance of {odds.favourable}/49.",
                    f"The best share of what one owns is 2p - 1 = {49 * edge}/49 = "
                    f"{float(edge):.4f}.",
                    f"Of {bankroll} tokens that is {float(best):.2f}, in whole tokens, rounded "
                    f"down, {int(best)}{capped}.",
                ),
            ),
            f"The best bet is 2p - 1 of what you own, {float(best):.2f}, in whole tokens{capped}.",
            [
                Mistake(
                    max(1, int(edge * kitty)),
                    "2p - 1 of the kitty instead of the bankroll",
                    "The size of the kitty is the highest bet. What you can bear to lose depends "
                    "on something else.",
                ),
                Mistake(
                    int(p * bankroll),
                    "the chance taken for the share",
                    "A hand that wins half the time would deserve no bet at all. Which share is "
                    "0 then?",
                ),
                Mistake(
                    kitty,
                    "SHOOT",
                    "The bet is in your favour, but one loss would take too much of what you own.",
                ),
                Mistake(
                    1,
                    "the forced bet only",
                    "You win more often than you lose. With one token you give that away.",
                ),
                Mistake(
                    ceil(best),
                    "rounded up",
                    "A little less than the best share is safer than a little more. Round down.",
                ),
            ],
            _growth(p, bankroll, right),
        )

    return Task(
        f"You own {bankroll} tokens and hold {symbols(hand)}; nothing has been turned, and the "
        f"kitty is {kitty}. Which bet makes your tokens grow fastest in the long run? Round down "
        "to whole tokens.",
        Count("tokens"),
        solve,
        (
            "How often does the hand win?",
            "The best share of what you own is named after Kelly: 2p - 1.",
            f"With p = w/49 the share is (2w - 49)/49, of {bankroll} tokens. Is it more than the "
            "kitty?",
        ),
        hand,
    )


def _favourite(hand: tuple[Card, ...]) -> bool:
    return three_suits(hand) and len(Turn(hand).winning) >= 26


def _growth(p: Fraction, bankroll: int, best: int) -> str:
    """Compare the growth of a bankroll for bets that are smaller, right and larger."""

    def growth(bet: int) -> float:
        share = min(bet / bankroll, 1)
        return float((1 + share) ** p * (1 - share) ** (1 - p))

    others = [bet for bet in (best // 2, best, 2 * best) if bet]
    rates = ", ".join(f"{growth(bet):.4f} with {bet}" for bet in others)
    return f"In the long run a bet multiplies what you own by this much: {rates} tokens."


def break_even(vary: Variation) -> Task:
    """Find the kitty at which a player who SHOOTs good hands gains nothing."""
    least = vary.number(25, 25, 31)
    hands = winning_cards()

    def solve() -> Solution:
        right = Fraction(break_even_kitty(Fraction(least - 1, 49)))
        bad = {wins: number for wins, number in hands.items() if wins < least}
        good = {wins: number for wins, number in hands.items() if wins >= least}
        cost, gain = -_value(bad), _value(good)
        bad_hands, good_hands = sum(bad.values()), sum(good.values())
        lost = sum(number * (49 - wins) for wins, number in bad.items())
        won = sum(number * wins for wins, number in good.items())
        return Solution(
            right,
            Explanation(
                "Which kitty is as good for the player as for the dealer?",
                (
                    "A bet of one token on a hand with w winning cards is worth (2w - 49)/49.",
                    f"Averaged over all {hands.total:,} hands, the {bad_hands:,} with fewer than "
                    f"{least} winning cards cost {float(cost):.4f} token a turn.",
                    f"The other {good_hands:,} bring {float(gain):.5f} of the kitty a turn.",
                    f"The two balance at a kitty of {float(cost):.4f}/{float(gain):.5f} = "
                    f"{float(right):.2f} tokens.",
                ),
            ),
            "Bad hands cost one token times their loss, good ones bring the kitty times their "
            "gain; at this kitty both are equal.",
            [
                Mistake(
                    -_value(hands) / gain,
                    "a forced bet on every hand",
                    "On a good hand he bets the kitty, not one token. Leave these hands out of "
                    "the cost.",
                ),
                Mistake(
                    cost / bad_hands / (gain / good_hands),
                    "good and bad hands weighted alike",
                    "You compare the average bad hand with the average good one. How many are "
                    "there of each?",
                ),
                Mistake(
                    Fraction(lost, won),
                    "wins on bad hands and losses on good ones forgotten",
                    "Bad hands win sometimes, and good hands lose. Use 2p - 1, not p.",
                ),
                Mistake(
                    1 / right,
                    "turned upside down",
                    "Divide the cost of the bad hands by the gain on the good ones.",
                ),
            ],
            _balance(least, right),
        )

    return Task(
        f"A player with plenty of tokens SHOOTs every hand that beats {least} or more of the 49 "
        "cards, and bets one token on any other. Nobody has played before. With which kitty does "
        "the player's turn gain nothing on average?",
        Number("tokens"),
        solve,
        (
            "What do the bad hands cost, and what do the good ones bring? Take the average over "
            "all hands.",
            "shoot.winning_cards() tells how many hands beat w cards, for each w. A bet on such "
            "a hand is worth (2w - 49)/49 for each token.",
            f"Add up number x (2w - 49) for w below {least}, and for w from {least} on. How often "
            "must the second sum be taken to make up for the first?",
        ),
    )


def _value(hands: Mapping[int, int]) -> Fraction:
    """Return what a token on each of some hands brings, divided by the number of all hands."""
    gain = sum(number * (2 * wins - 49) for wins, number in hands.items())
    return Fraction(gain, 49 * winning_cards().total)


def _balance(least: int, kitty: Fraction) -> str:
    """Play turns against the nearest whole kitty; the mean gain is near 0."""
    hands = winning_cards()
    whole = round(kitty)

    def gain(numbers: random.Random) -> int:
        wins = numbers.choices(beaten, cum_weights=weights)[0]
        bet = whole if wins >= least else 1
        return bet if numbers.randrange(49) < wins else -bet

    beaten, weights = list(hands), list(accumulate(hands.values()))
    return f"{simulated(gain)} That is the mean gain of a turn with a kitty of {whole}."


def everybody_shoots(vary: Variation) -> Task:
    """Take turns as independent, and ask how far that is off."""
    players = vary.number(6, 2, 6)
    deals = vary.one_of(1, (1, 2))
    turns = players * deals

    def solve() -> Solution:
        p = average_chance()
        bank = Bank(players, 10 * players, "always", deals)
        kept = bank.independent_chain()
        right = kept.probability(-bank.kitty)
        real = simulated(lambda numbers: any(_shot(players, numbers) for _ in range(deals)), 4_000)
        mistakes = [
            Mistake(
                1 - right,
                "the chance that the dealer keeps something",
                "That is how often all SHOOTs fail. What is the dealer then?",
            ),
            Mistake(
                p**turns,
                "all must win",
                "How many SHOOTs must be won to empty the kitty?",
            ),
            Mistake(
                turns * p,
                "chances added up",
                "Two SHOOTs cannot both empty the kitty. With more players the sum would be "
                "above 1.",
            ),
            Mistake(
                p,
                "one turn only",
                "So often one SHOOT is won. How many turns are there?",
            ),
            Mistake(
                1 - (1 - p) ** players,
                "one deal only",
                f"There are {deals} deals, and every player has a turn in each.",
            ),
            Mistake(
                1 - Fraction(1, 2) ** turns,
                "a half for each SHOOT",
                "A hand that nobody has chosen wins less often than it loses. Section 6 of the "
                "lesson has the average chance.",
            ),
        ]
        return Solution(
            right,
            Explanation(
                "Is a dealer broke if everybody SHOOTs?",
                (
                    f"A SHOOT fails with a chance of 1 - {p} = {float(1 - p):.4f}, averaged over "
                    "all hands.",
                    "The first one that does not fail empties the kitty. So the dealer is broke "
                    f"unless all {turns} fail.",
                    f"If the turns are independent, all fail with a chance of {float(1 - p):.4f} "
                    f"to the power of {turns} = {float((1 - p) ** turns):.4f}. Broke: "
                    f"{float(right):.4f}.",
                    "They are not independent: within a deal all cards come from one deck. But "
                    "cards that nobody sees are exchangeable, and what one SHOOT says about the "
                    "others is so little that a sample of 4,000 banks cannot tell.",
                ),
            ),
            f"The dealer keeps something only if all {turns} SHOOTs fail.",
            apart([mistake for mistake in mistakes if mistake.answer <= 1], right),
            f"{real} That is the real game, in which the turns are not independent.",
        )

    return Task(
        f"At a table with {players} players beside the dealer everybody SHOOTs in every turn, "
        f"whatever they hold. The bank has {'one deal' if deals == 1 else f'{deals} deals'}. Take "
        "the turns as independent, each won with the average chance over all hands, 6327/20825. "
        "What is the chance that the dealer goes broke?",
        Chance(),
        solve,
        (
            "What must happen so that the dealer keeps something?",
            "The dealer keeps something if every single SHOOT fails. How many turns are there?",
            f"A SHOOT fails with a chance of 1 - 6327/20825, and {turns} independent ones must "
            "fail. Then turn it round.",
        ),
    )


def _shot(players: int, numbers: random.Random) -> bool:
    """Play one deal from one deck, and say whether somebody beats the card turned for them."""
    cards = numbers.sample(DECK, 4 * players)
    turned = cards[3 * players :]
    return any(
        beats(mine, turned[player])
        for player in range(players)
        for mine in cards[3 * player : 3 * player + 3]
    )
