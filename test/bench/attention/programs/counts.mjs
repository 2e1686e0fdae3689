let total = 0;
for (let n = 0; n < 3; n++) total += n;
console.log(total);
