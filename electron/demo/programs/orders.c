#include <stdio.h>
#include <stdlib.h>

/* A shop's orders, newest first. The last one was never given a customer. */
struct customer { const char *name; };
struct order {
    int number;
    double total;
    struct customer *customer;
    struct order *next;
};

static struct order *add(struct order *next, int number, double total,
                         struct customer *customer)
{
    struct order *order = calloc(1, sizeof *order);
    *order = (struct order){ number, total, customer, next };
    return order;
}

static void show(const struct order *o)
{
    printf("#%d  %-6s %6.2f\n", o->number, o->customer->name, o->total);
}

int main(void)
{
    struct customer ada = { "Ada" }, grace = { "Grace" };
    struct order *list = add(NULL, 1001, 12.50, NULL);
    list = add(list, 1002, 99.90, &grace);
    list = add(list, 1003, 40.00, &ada);
    for (struct order *order = list; order; order = order->next)
        show(order);
    return 0;
}
