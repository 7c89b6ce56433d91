/** `act`, but no more often than every so many milliseconds: calls in between are dropped. For what is only looked at. */
export function paced<Value>(milliseconds: number, act: (value: Value) => void): (value: Value) => void {
  let last = performance.now() - milliseconds;
  return (value) => {
    if (performance.now() - last < milliseconds) return;
    last = performance.now();
    act(value);
  };
}
