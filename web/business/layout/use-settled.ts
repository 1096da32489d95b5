import { useEffect, useState } from 'react'

const WAIT_MS = 400

/** Returns the value once it has not changed for 400 ms. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), WAIT_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
