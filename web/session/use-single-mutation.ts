import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * `useMutation` for a button that may not act twice: until the first press has settled, further ones do nothing.
 * `isPending` alone comes a moment too late for that, because it is told after the event in which the button was pressed.
 */
export function useSingleMutation<Data, Input = void>(
  options: Omit<UseMutationOptions<Data, Error, Input>, 'onSettled'>,
): UseMutationResult<Data, Error, Input> {
  const underWay = useRef(false)
  const mutation = useMutation({
    ...options,
    onSettled: () => {
      underWay.current = false
    },
  })
  const mutate: typeof mutation.mutate = (...given) => {
    if (underWay.current) return
    underWay.current = true
    mutation.mutate(...given)
  }
  return { ...mutation, mutate }
}
