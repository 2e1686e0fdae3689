/** The width of a cell, as a share of its type size: 600 of 1000 units in the bundled typeface. */
export const CELL_ASPECT = 0.6;
