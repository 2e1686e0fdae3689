/* Crashes on a null pointer two frames deep: what a debugger is to find out. */
#include <stdio.h>
#include <stdlib.h>

struct student {
  char name[32];
  int *scores;
  int count;
};

static struct student *create(const char *name) {
  struct student *student = calloc(1, sizeof *student);
  snprintf(student->name, sizeof student->name, "%s", name);
  return student; /* scores is never allocated */
}

static void add_score(struct student *student, int score) {
  student->scores[student->count++] = score;
}

int main(void) {
  struct student *alice = create("Alice");
  add_score(alice, 85);
  printf("%s has %d\n", alice->name, alice->scores[0]);
  return 0;
}
