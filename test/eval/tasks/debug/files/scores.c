#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct student {
  char name[32];
  int *scores;
  int count;
};

static struct student *new_student(const char *name, int capacity) {
  struct student *s = calloc(1, sizeof *s);
  strncpy(s->name, name, sizeof s->name - 1);
  if (capacity > 4) s->scores = malloc((size_t)capacity * sizeof *s->scores);
  return s;
}

static void add_score(struct student *s, int score) {
  s->scores[s->count++] = score;
}

static double average(const struct student *s) {
  int sum = 0;
  for (int i = 0; i < s->count; i++) sum += s->scores[i];
  return (double)sum / s->count;
}

int main(void) {
  struct student *ada = new_student("Ada", 8);
  add_score(ada, 97);
  add_score(ada, 99);
  printf("%s: %.1f\n", ada->name, average(ada));
  struct student *bob = new_student("Bob", 2);
  add_score(bob, 71);
  printf("%s: %.1f\n", bob->name, average(bob));
  return 0;
}
