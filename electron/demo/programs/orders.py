"""A shop's orders, newest first. The last one was never given a customer."""

ORDERS = [
    {"number": 1003, "customer": {"name": "Ada"}, "total": 40.00},
    {"number": 1002, "customer": {"name": "Grace"}, "total": 99.90},
    {"number": 1001, "customer": None, "total": 12.50},
]


def print_order(order):
    print(f"#{order['number']}  {order['customer']['name']:8} {order['total']:8.2f}")


for order in ORDERS:
    print_order(order)
