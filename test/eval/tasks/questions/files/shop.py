prices = []
while True:
    answer = input(f"Price {len(prices) + 1} (empty to end)? ")
    if not answer:
        break
    prices.append(float(answer))
total = sum(prices)
print(f"Total: {total:g}")
print(f"Average: {total / len(prices):g}")
