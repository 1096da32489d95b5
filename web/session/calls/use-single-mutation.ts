import { useRef, useState } from 'react'

interface MutationOptions<Data, Input> {
  readonly mutationFn: (input: Input) => Promise<Data>
  /** The call counts as under way until the returned promise settles too. */
  readonly onSuccess?: (data: Data, input: Input) => unknown
  readonly onError?: (error: Error) => unknown
}

interface MutationState<Data> {
  readonly data: Data | undefined
  readonly error: Error | null
  readonly isPending: boolean
}

interface SingleMutation<Data, Input> extends MutationState<Data> {
  readonly mutate: (input: Input) => void
  /** Clears the result. */
  readonly reset: () => void
}

const IDLE = { data: undefined, error: null, isPending: false }

/** A call behind a button that must not run twice: further presses do nothing until the first has settled. */
export function useSingleMutation<Data, Input = void>({
  mutationFn,
  onSuccess,
  onError,
}: MutationOptions<Data, Input>): SingleMutation<Data, Input> {
  const [state, setState] = useState<MutationState<Data>>(IDLE)
  // `isPending` is too late for this: it changes after the event in which the button was pressed.
  const underWay = useRef(false)
  const send = async (input: Input): Promise<void> => {
    underWay.current = true
    setState({ ...IDLE, isPending: true })
    try {
      const data = await mutationFn(input)
      await onSuccess?.(data, input)
      setState({ ...IDLE, data })
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error(String(cause))
      setState({ ...IDLE, error })
      await onError?.(error)
    } finally {
      underWay.current = false
    }
  }
  return {
    ...state,
    mutate: (input) => {
      if (!underWay.current) void send(input)
    },
    reset: () => setState(IDLE),
  }
}
