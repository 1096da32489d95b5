import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { ApiError } from '../../session/api-error.ts'
import { useSingleMutation } from '../../session/use-single-mutation.ts'
import { type PayerPayment, type PaymentOption, usePayer } from './payer.ts'
import { newRequestId, optionIdOf } from './payment-values.ts'

export interface PayFailure {
  readonly title: string
  readonly body: string
  /** Nobody knows whether it went through: the same payment can be sent again and is charged once. */
  readonly again: boolean
}

interface Attempt {
  readonly option: PaymentOption
  readonly body: Record<string, string | boolean>
}

export interface Pay {
  readonly busy: boolean
  readonly result: PayerPayment | null
  readonly failure: PayFailure | null
  readonly fieldProblems: Readonly<Record<string, string>>
  /** One key for the dialog, kept on retry, renewed only after a definite refusal. */
  readonly requestId: () => string
  pay(attempt: Attempt): void
  repeat(): void
  /** The payment moved on: a challenge was answered, or it was looked at again. */
  follow(payment: PayerPayment): void
  /** What was under way came to nothing: back to the form, which says why. */
  refused(error: unknown): void
  dismiss(): void
}

/** Sends a payment once, however often the button is pressed, and keeps what came of it. */
export function usePay(): Pay {
  const payer = usePayer()
  const queries = useQueryClient()
  const key = useRef(newRequestId())
  const last = useRef<Attempt | null>(null)
  const [failure, setFailure] = useState<PayFailure | null>(null)
  const [fieldProblems, setFieldProblems] = useState<Record<string, string>>({})
  const [result, setResult] = useState<PayerPayment | null>(null)

  const follow = (payment: PayerPayment): void => {
    if (payment.status === 'rejected' || payment.status === 'error') {
      key.current = newRequestId()
      setFailure({ title: 'Payment Unsuccessful', body: payment.message, again: false })
      setResult(null)
    } else setResult(payment)
    payer.paid()
    void queries.invalidateQueries({ queryKey: ['payment-options'] })
  }
  const refused = (error: unknown): void => {
    key.current = newRequestId()
    setFailure(readFailure(error).failure)
    setResult(null)
    payer.paid()
    void queries.invalidateQueries({ queryKey: ['payment-options'] })
  }
  const sending = useSingleMutation({
    mutationFn: ({ option, body }: Attempt) =>
      payer.call(contract.payments.pay, {
        params: { invoice: option.extra_data.invoice_id, option: optionIdOf(option) },
        body,
      }),
    onSuccess: follow,
    onError: (error) => {
      const read = readFailure(error)
      setFieldProblems(read.fields)
      setFailure(read.failure)
      if (read.definite) key.current = newRequestId()
    },
  })
  const pay = (attempt: Attempt): void => {
    last.current = attempt
    setFailure(null)
    setFieldProblems({})
    sending.mutate(attempt)
  }
  return {
    busy: sending.isPending,
    result,
    failure,
    fieldProblems,
    requestId: () => key.current,
    pay,
    repeat: () => last.current && pay(last.current),
    follow,
    refused,
    dismiss: () => setFailure(null),
  }
}

interface ReadFailure {
  failure: PayFailure | null
  fields: Record<string, string>
  /** The server said no: nothing was charged under this key, and the next try is a new payment. */
  definite: boolean
}

function readFailure(error: unknown): ReadFailure {
  if (!(error instanceof ApiError)) throw error
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([name, messages]) => [name, messages.join(' ')]),
  )
  const said = (title: string, again: boolean): ReadFailure => ({
    failure: { title, body: error.message, again },
    fields,
    definite: !again,
  })
  if (error.code === 'processor_unavailable') return said('Payment processor unavailable', false)
  // Still under way, or nobody knows: the key stays, so that trying again can't charge twice.
  if (error.code === 'in_progress') return said('Your payment is still being processed', true)
  if (error.status === 0 || error.status >= 500) return said('We could not finish sending your payment', true)
  if (error.status === 400 && Object.keys(fields).length > 0)
    return { failure: null, fields, definite: false }
  return said('Payment Unsuccessful', false)
}
