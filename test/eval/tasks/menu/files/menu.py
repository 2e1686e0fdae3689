"""A pizza is ordered in three pages. Each page redraws the whole screen."""
import curses

SIZES = ["small", "medium", "large"]
EXTRAS = ["ham", "cheese", "onions", "olives"]


def choose(screen, title, items, many=False):
    at, chosen = 0, set()
    while True:
        screen.erase()
        screen.addstr(1, 2, title, curses.A_BOLD)
        for row, item in enumerate(items):
            box = ("[x] " if row in chosen else "[ ] ") if many else ""
            screen.addstr(3 + row, 4, box + item, curses.A_REVERSE if row == at else 0)
        help_text = "arrows move, space chooses, Enter goes on" if many else "arrows move, Enter chooses"
        screen.addstr(4 + len(items), 2, help_text, curses.A_DIM)
        key = screen.getch()
        if key == curses.KEY_UP:
            at = (at - 1) % len(items)
        elif key == curses.KEY_DOWN:
            at = (at + 1) % len(items)
        elif many and key == ord(" "):
            chosen ^= {at}
        elif key in (curses.KEY_ENTER, 10, 13):
            return [items[row] for row in sorted(chosen)] if many else items[at]


def main(screen):
    curses.curs_set(0)
    size = choose(screen, "Which size?", SIZES)
    extras = choose(screen, "Which extras?", EXTRAS, many=True)
    confirmed = choose(screen, f"Order a {size} pizza with {', '.join(extras) or 'nothing'}?", ["no", "yes"])
    with open("order.txt", "w") as order:
        order.write(f"size = {size}\nextras = {', '.join(extras)}\nconfirmed = {confirmed}\n")


curses.wrapper(main)
