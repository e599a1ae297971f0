/** What is shown besides the sentence of a verdict. A module of its own, so that it becomes a chunk that is loaded later. */
export { default as FigureView } from "./FigureView.svelte";
export { default as PairDetails } from "./PairDetails.svelte";
export { default as VerdictPicture } from "./VerdictPicture.svelte";
