/** Two interfaces drawn with Ink, as coding agents are: a menu (`select`) and an input field with a spinner while it works (`field`). */
import { Box, render, Text, useApp } from "ink";
import SelectInput from "ink-select-input";
import Spinner from "ink-spinner";
import TextInput from "ink-text-input";
import React, { useState } from "react";

const WORK_MS = 900;
const h = React.createElement;

/** The sum of the numbers in a text. */
const sumIn = (text) => (text.match(/\d+/g) ?? []).reduce((sum, digits) => sum + Number(digits), 0);

function Menu() {
  const [step, setStep] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const { exit } = useApp();
  const items = ["red", "green", "blue"].map((label) => ({ label, value: label }));
  const choose = () => {
    setBusy(true);
    setTimeout(() => {
      setBusy(false);
      setStep(step + 1);
      if (step === 2) exit();
    }, WORK_MS);
  };
  if (isBusy) return h(Text, null, h(Spinner, null), " working");
  return h(
    Box,
    { flexDirection: "column" },
    h(Text, null, `Question number ${(step + 1) * 1111}`),
    h(SelectInput, { items, onSelect: choose }),
  );
}

function Field() {
  const [value, setValue] = useState("");
  const [answers, setAnswers] = useState([]);
  const [isBusy, setBusy] = useState(false);
  const submit = (text) => {
    setValue("");
    setBusy(true);
    setTimeout(() => {
      setBusy(false);
      setAnswers([...answers, `the sum is ${sumIn(text)}`]);
    }, WORK_MS);
  };
  return h(
    Box,
    { flexDirection: "column" },
    ...answers.map((answer, index) => h(Text, { key: index }, answer)),
    isBusy ? h(Text, null, h(Spinner, null), " thinking…") : h(Text, { dimColor: true }, `${answers.length} answers`),
    h(Box, { borderStyle: "round" }, h(Text, null, "> "), h(TextInput, { value, onChange: setValue, onSubmit: submit })),
  );
}

render(h(process.argv[2] === "select" ? Menu : Field));
