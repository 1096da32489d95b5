import type { PostTrouble } from '../commands.ts'
import type { Answer, Books, Payment } from './books.ts'
import { OK } from './books.ts'
import { applyMemo, issueMemo, removeMethod, unapply, voidMemo } from './credits.ts'
import { draft, duplicate, edit, remove, send, voidInvoice, writeOff } from './invoices.ts'
import type { Operation } from './operations.ts'
import { abandon, answer, capture, isAbandoned, observe, voidPayment } from './payment-moves.ts'
import { pay } from './payments.ts'
import { ripen } from './processor.ts'
import { record } from './records.ts'
import { refund } from './refunds.ts'
import { settle } from './settle.ts'

/** What the product has to answer; the books are afterwards as the product's have to be. */
export function foretell(books: Books, operation: Operation): Answer {
  switch (operation.op) {
    case 'draft':
      return draft(books, operation)
    case 'edit':
      return edit(books, operation)
    case 'send':
      return send(books, operation)
    case 'remove':
      return remove(books, operation)
    case 'duplicate':
      return duplicate(books, operation)
    case 'voidInvoice':
      return voidInvoice(books, operation)
    case 'writeOff':
      return writeOff(books, operation)
    case 'issueMemo':
      return issueMemo(books, operation)
    case 'applyMemo':
      return applyMemo(books, operation)
    case 'unapply':
      return unapply(books, operation)
    case 'voidMemo':
      return voidMemo(books, operation)
    default:
      return foretellMoney(books, operation)
  }
}

function foretellMoney(
  books: Books,
  operation: Exclude<Operation, { op: 'draft' | 'edit' | 'send' | 'remove' | 'duplicate' }>,
): Answer {
  switch (operation.op) {
    case 'pay':
      return pay(books, operation)
    case 'answer':
      return answer(books, operation)
    case 'capture':
      return capture(books, operation)
    case 'voidPayment':
      return voidPayment(books, operation)
    case 'refund':
      return refund(books, operation)
    case 'record':
      return record(books, operation)
    case 'removeMethod':
      return removeMethod(books, operation)
    case 'clock':
      return passTime(books, operation.minutes, operation.mail)
    default:
      throw new Error(`nobody foretells ${operation.op}`)
  }
}

/** Time moves, the processor's charges ripen, and what it has to tell is heard: unless something is wrong with the post. */
function passTime(books: Books, minutes: number, mail: PostTrouble): Answer {
  books.now += minutes * 60_000
  ripen(books)
  for (const payment of books.payments.values()) {
    hear(books, payment, mail)
    if (payment.doubtful || !isAbandoned(books, payment)) continue
    if (mail === 'unreadable' || mail === 'crash') payment.doubtful = true
    else abandon(payment)
  }
  return OK
}

/** Late news is told the next time. News that was taken in and could not be worked off is worked off some time. */
function hear(books: Books, payment: Payment, mail: PostTrouble): void {
  const { charge } = payment
  if (!charge?.untold) return
  charge.untold = mail === 'late'
  const silent = mail === 'late' || mail === 'unreadable' || mail === 'crash'
  if (silent || isBeingRefunded(books, payment)) {
    payment.doubtful = true
    return
  }
  settle(books, payment)
  observe(books, payment, payment)
}

/** A refund in doubt and a payment that came back: whichever is heard of first is booked first. */
const isBeingRefunded = (books: Books, payment: Payment): boolean =>
  [...books.refunds.values()].some(
    (one) => one.payment === payment.key && one.status === 'waiting' && one.doubtful && one.given,
  )
