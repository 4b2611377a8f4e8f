"""An item at one seed: parameters drawn, keys computed, texts filled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, partial
from typing import Any

from grader.answers import kind_of
from grader.answers.base import Context, Kind
from grader.bank.draws import drawn, drawn_names, mentions
from grader.bank.show import shown
from grader.bank.streams import Stream
from grader.errors import BankFault
from grader.maths import author
from grader.maths.tree import names
from grader.model import Bank, Doc, Figure, Item, Node, Part, Say, Topic, say
from grader.text.fill import Filled, fill, holes

POLARITY = "polarity"  # the value of a verdict on a statement that has a twin
MAX_KEYS = 512


_AT = re.compile(r"@([A-Za-z0-9-]+)")


class FollowFault(BankFault):
    """A fault of a followed part, met where its value was needed; `item` is whose it is."""

    def __init__(self, item: str, part: str, why: Say) -> None:
        """Name the part beside its own fault."""
        super().__init__(say("bank.follows-faulty", name=f"{item}.{part}", why=why))
        self.item = item


class FigureFault(BankFault):
    """A fault of a figure: its place among the item's, and the argument that must be changed."""

    def __init__(self, place: int, name: str, why: Say) -> None:
        """Keep which one."""
        super().__init__(why)
        self.place, self.name = place, name


class GivenFault(BankFault):
    """A given that cannot be read."""

    def __init__(self, topic: str, name: str, why: Say) -> None:
        """Keep which one."""
        super().__init__(why)
        self.topic, self.name = topic, name


def _givens(topic: Topic) -> dict[str, Node]:
    out = {}
    for name, value in topic.givens.items():
        try:
            out[name] = author.tree_of(value)
            if out[name][0] != "words":
                author.compute(out[name])
        except BankFault as fault:
            other = next((n for n in topic.givens if n != name and isinstance(value, str) and mentions(value, n)), "")
            why = say("bank.given-uses", other=other) if other else fault.why
            raise GivenFault(topic.id, name, why) from fault
    return out


class Variants:
    """The variants of one bank, each drawn once."""

    def __init__(self, bank: Bank, keep: int = 512) -> None:
        """Keep at most `keep` variants at a time."""
        self.bank, self.keep = bank, keep
        self.drawn: dict[tuple[str, int], Variant] = {}
        self._givens: dict[str, dict[str, Node]] = {}
        self._worlds: dict[tuple[str, str, int], dict[str, Node]] = {}

    def givens(self, topic: Topic) -> dict[str, Node]:
        """The values that a topic gives to all its items; raises GivenFault."""
        found = self._givens.get(topic.id)
        if found is None:
            found = self._givens[topic.id] = _givens(topic)
        return found

    def world(self, topic: Topic, name: str, seed: int) -> dict[str, Node]:
        """What a world's items share at a seed; raises BankFault where it cannot be drawn."""
        found = self._worlds.get((topic.id, name, seed))
        if found is None:
            world = topic.worlds[name]
            if len(self._worlds) >= self.keep:
                self._worlds.clear()
            found = drawn(name, world, tuple(world.get("where", ())), seed, self.givens(topic))
            self._worlds[(topic.id, name, seed)] = found
        return found

    def of(self, item: Item, seed: int) -> Variant:
        """The variant of an item at a seed; raises BankFault where it cannot be drawn."""
        found = self.drawn.get((item.id, seed))
        if found is None:
            if len(self.drawn) >= self.keep:
                self.drawn.clear()
            found = self.drawn[(item.id, seed)] = Variant(self, item, seed)
        return found

    def topic_doc(self, topic: Topic, doc: Doc) -> Doc:
        """A topic's text with its placeholders filled from the givens."""
        values = self.givens(topic)

        def show(lang: str, expr: str, form: str) -> Filled:
            return shown(author.compute(author.bind(expr, values)), form, lang)

        return Doc({lang: fill(tokens, partial(show, lang)) for lang, tokens in doc.langs.items()})


class Variant:
    """One item at one seed."""

    def __init__(self, variants: Variants, item: Item, seed: int) -> None:
        """Draw the parameters; keys and texts follow when they are asked for."""
        self.variants, self.item, self.seed = variants, item, seed
        self.topic: Topic = variants.bank.topics[item.topic]
        self.values: dict[str, Node] = dict(variants.givens(self.topic))
        if item.world:
            self.values.update(variants.world(self.topic, item.world, seed))
        if item.params or item.where:
            self.values.update(drawn(item.id, item.params, item.where, seed, self.values))
        self._keys: dict[Any, tuple[Kind, Any]] = {}
        self._shown: dict[tuple[str, str, str], Filled] = {}

    # ---- values

    def followed(self, part: Part) -> dict[str, tuple[Variant, Part]]:
        """Bound name -> the followed part in its own variant, at the same seed."""
        out = {}
        for name, target in part.follows.items():
            item_id, _, part_id = target.rpartition(".")
            item = self.variants.bank.find(item_id) if item_id else self.item
            found = item.part(part_id) if item else None
            if item is None or found is None:
                raise BankFault(say("bank.follows", name=target))
            try:
                out[name] = (self if item is self.item else self.variants.of(item, self.seed), found)
            except BankFault as fault:
                raise FollowFault(item.id, found.id, fault.why) from fault
        return out

    def ancestors(self, part: Part) -> tuple[tuple[str, str], ...]:
        """(item, part) of all that a part follows, near and far."""
        out: dict[tuple[str, str], None] = {}
        for other, target in self.followed(part).values():
            out[(other.item.id, target.id)] = None
            out.update(dict.fromkeys(other.ancestors(target)))
        return tuple(out)

    def values_for(self, part: Part, instead: Mapping[str, Node] | None = None) -> dict[str, Node]:
        """Everything a part's formulas may use; `instead` puts a learner's values in place of followed keys."""
        values = dict(self.values)
        for name, (variant, target) in self.followed(part).items():
            values[name] = (instead or {}).get(name) or variant.key_tree(target)
        return values

    def key_tree(self, part: Part) -> Node:
        """The right value of a part as a tree, for those that follow it."""
        try:
            kind, key = self.key(part)
        except FollowFault:
            raise
        except BankFault as fault:
            raise FollowFault(self.item.id, part.id, fault.why) from fault
        tree = kind.tree(key, None)
        if tree is None:
            raise BankFault(say("bank.follows-kind", name=part.id, kind=kind.name))
        return tree

    def key(
        self, part: Part, changes: Mapping[str, Any] | None = None, instead: Mapping[str, Node] | None = None
    ) -> tuple[Kind, Any]:
        """The kind and prepared key of a part, perhaps with answer fields changed or followed values replaced."""
        slot = (part.id, repr(changes), repr(instead))
        found = self._keys.get(slot)
        if found is None:
            if len(self._keys) >= MAX_KEYS:
                self._keys.clear()  # one entry a learner's value: a large class would fill the memory
            answer = self._settled({**part.answer, **(changes or {})})
            if changes and "pick" in changes:
                answer.pop("value", None)
            kind = kind_of(answer)
            spec = self._dressed(answer, part)
            if part.label:
                spec["label"] = part.label
            order = partial(self._order, part.id) if self.seed and answer.get("shuffle", True) else None
            found = self._keys[slot] = (kind, kind.prepare(spec, Context(self.values_for(part, instead), order)))
        return found

    def _settled(self, answer: Mapping[str, Any]) -> dict[str, Any]:
        """A verdict, and its reason, of the statement that is shown."""
        answer = dict(answer)
        if answer.get("value") == POLARITY and self.polarity:
            answer["value"] = self.polarity
        reason = answer.get("reason")
        if isinstance(reason, Mapping) and isinstance(reason.get("value"), Mapping):
            answer["reason"] = {**reason, "value": reason["value"].get(self.polarity or answer["value"], "")}
        return answer

    def _order(self, part_id: str, count: int) -> tuple[int, ...]:
        return Stream(f"{self.item.id}.{part_id}.options", self.seed).order(count)

    def _dressed(self, answer: Mapping[str, Any], part: Part) -> dict[str, Any]:
        """The answer with the texts of its options filled for this variant."""
        return {name: self._filled(value, part) for name, value in answer.items()}

    def _filled(self, value: Any, part: Part) -> Any:
        if isinstance(value, Doc):
            return self.doc(value, part)
        if isinstance(value, Mapping):
            return {name: self._filled(inner, part) for name, inner in value.items()}
        return tuple(self._filled(inner, part) for inner in value) if isinstance(value, tuple) else value

    def holds(self, values: Mapping[str, Node]) -> bool:
        """Whether the item's and its world's conditions hold with `values` in place."""
        world = self.topic.worlds.get(self.item.world, {})
        changed = {n for n, v in values.items() if self.values.get(n) != v}
        for condition in (*world.get("where", ()), *self.item.where):
            used = names(author.parse(condition, frozenset(values)))
            if used & changed and not author.holds(author.bind(condition, values)):
                return False
        return True

    # ---- texts

    @cached_property
    def polarity(self) -> str:
        """Which of a statement and its twin is shown, `true` or `false`; '' where there is none."""
        shown = [name.partition(".")[2] for name in self.item.docs if name.startswith("statement.")]
        place = Stream(f"{self.item.id}.statement", self.seed).below(len(shown)) if self.seed and shown else 0
        return shown[place] if shown else ""

    @cached_property
    def prompt(self) -> Doc:
        """What is shown before the parts: the prompt, and the statement that is judged."""
        docs = [self.item.prompt]
        if self.polarity:
            docs.append(self.item.docs[f"statement.{self.polarity}"])
        docs = [self.doc(doc) for doc in docs if doc.langs]
        langs = dict.fromkeys(lang for doc in docs for lang in doc.langs)
        return Doc({lang: tuple(token for doc in docs for token in doc.tokens(lang)) for lang in langs})

    def doc(self, doc: Doc, part: Part | None = None) -> Doc:
        """A text with its placeholders filled in every language."""
        if not any(holes(tokens) for tokens in doc.langs.values()):
            return doc
        return Doc({lang: fill(tokens, partial(self._show, part, lang)) for lang, tokens in doc.langs.items()})

    def raw(self, text: str, part: Part | None = None) -> str:
        """An example's raw text with its `<<..>>` filled as a learner would type it."""
        text = self._lettered(text, part)
        if "<<" not in text:
            return text
        pieces = text.split("<<")
        out = pieces[0]
        for piece in pieces[1:]:
            expr, _, rest = piece.partition(">>")
            body, _, form = expr.rpartition(":")
            out += self._show(part, "en", *((body, form) if body else (expr, ""))).plain + rest
        return out

    def _lettered(self, text: str, part: Part | None) -> str:
        """`@b` is the letter that stands at option b here, `@right` and `@wrong` a verdict."""
        if "@" not in text or part is None:
            return text
        kind, key = self.key(part)
        words = {option.id: option.letter for option in kind.offers(key)}
        if kind.name == "true_false":
            words |= {"right": "T" if key.value else "F", "wrong": "F" if key.value else "T"}
        return _AT.sub(lambda found: words.get(found[1], found[0]), text)

    def _show(self, part: Part | None, lang: str, expr: str, form: str) -> Filled:
        slot = (part.id if part else "", lang if form == "," else "", f"{expr}:{form}")
        found = self._shown.get(slot)
        if found is None:
            values = self.values_for(part) if part else self.values
            found = self._shown[slot] = shown(author.compute(author.bind(expr, values)), form, lang)
        return found

    def _drawn_in(self, formula: str) -> bool:
        """Whether a formula holds a drawn name."""
        return not drawn_names(self.topic, self.item).isdisjoint(re.findall(r"\w+", formula))

    def drawings(self) -> tuple[dict[str, Any], ...]:
        """The arguments of the item's figures as plain Python, computed from this variant's values."""
        from grader.bank.show import figure_argument
        from grader.text.figure_arguments import ARGUMENTS, check_names, check_shapes

        out = []
        for n, spec in enumerate(self.item.figures):
            name: str = "draw"
            args: dict[str, Any] = {}
            try:
                check_names(spec.draw, spec.args)
                for name, value in spec.args.items():
                    args[name] = figure_argument(value, self.values, ARGUMENTS[spec.draw][name])
                check_shapes(spec.draw, args, fixed=not self._drawn_in(str(spec.args.get("of", ""))))
            except BankFault as fault:
                raise FigureFault(n, getattr(fault, "name", name), fault.why) from fault
            out.append(args)
        return tuple(out)

    def figures(self, lang: str) -> tuple[Figure, ...]:
        """The item's figures, drawn from this variant's values."""
        from grader.text.figure_numbers import in_numbers, in_words
        from grader.text.figures import build
        from grader.text.writers.plain import Plain

        out = []
        for spec, args in zip(self.item.figures, self.drawings(), strict=True):
            alt = Plain(lang=lang).write(self.doc(spec.alt).tokens(lang)).strip()
            table = in_numbers(args)
            out.append(Figure(build(spec.draw, args), f"{alt} {in_words(table)}".strip(), table))
        return tuple(out)
