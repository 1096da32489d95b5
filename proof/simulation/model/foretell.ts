import type { WebhookTrouble } from '../commands.ts'
import { agree, withdraw } from './agreements.ts'
import type { Answer, Books, Payment } from './books.ts'
import { OK } from './books.ts'
import { closeCase, differencesMeanwhile, recheck } from './cases.ts'
import { chargeDue } from './charge-due.ts'
import { applyMemo, issueMemo, removeMethod, unapply, voidMemo } from './credits.ts'
import { desk } from './desk.ts'
import { losesReply } from './figures.ts'
import { importInvoices } from './imports.ts'
import { draft, duplicate, edit, remove, send, voidInvoice, writeOff } from './invoices.ts'
import { isLate, letArrive, takenNow } from './late-charges.ts'
import type { Operation } from './operations.ts'
import { order } from './orders.ts'
import { abandon, answer, capture, isAbandoned, isWrong, observe, voidPayment } from './payment-moves.ts'
import { pay } from './payments.ts'
import { post } from './posting.ts'
import { ripen } from './processor.ts'
import { record } from './records.ts'
import { refund } from './refunds.ts'
import { settle } from './settle.ts'
import { spendCredit } from './use-credit.ts'

/** What the product has to answer; the books are afterwards as the product's have to be. */
export function foretell(books: Books, operation: Operation): Answer {
  books.differed = null
  books.taken = null
  books.misled = 'trouble' in operation && isWrong(operation.trouble)
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
    case 'importInvoices':
      return importInvoices(books, operation)
    case 'issueMemo':
      return issueMemo(books, operation)
    case 'applyMemo':
      return applyMemo(books, operation)
    case 'unapply':
      return unapply(books, operation)
    case 'voidMemo':
      return voidMemo(books, operation)
    case 'recheck':
      return recheck(books, operation)
    case 'closeCase':
      return closeCase(books, operation)
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
    case 'order':
      return order(books, operation)
    case 'desk':
      return desk(books, operation)
    case 'voidPayment':
      return voidPayment(books, operation)
    case 'refund':
      return refund(books, operation)
    case 'record':
      return record(books, operation)
    case 'post':
      return post(books, operation)
    case 'useCredit':
      return spendCredit(books, operation)
    case 'removeMethod':
      return removeMethod(books, operation)
    case 'agree':
      return agree(books, operation)
    case 'withdraw':
      return withdraw(books, operation)
    case 'chargeDue':
      return chargeDue(books, operation)
    case 'clock':
      return passTime(books, operation.minutes, operation.mail)
    default:
      throw new Error(`nobody foretells ${operation.op}`)
  }
}

/** Time moves, the processor's charges ripen, and what it has to tell is heard: unless something is wrong with the post. */
function passTime(books: Books, minutes: number, mail: WebhookTrouble): Answer {
  letArrive(books, (payment) =>
    losesReply(payment.amount + payment.surcharge, books.customers[payment.customer]!.currency),
  )
  books.now += minutes * 60_000
  ripen(books)
  books.differed = differencesMeanwhile(books)
  books.taken = takenNow(books)
  for (const payment of books.payments.values()) {
    hear(books, payment, mail)
    if (payment.doubtful || !isAbandoned(books, payment)) continue
    if (mail === 'unreadable' || mail === 'crash') payment.doubtful = true
    else abandon(payment)
  }
  return OK
}

/** Late news is told the next time. News that was taken in and could not be worked off is worked off some time. */
function hear(books: Books, payment: Payment, mail: WebhookTrouble): void {
  const { charge } = payment
  if (!charge?.untold) return
  charge.untold = mail === 'late'
  const silent = mail === 'late' || mail === 'unreadable' || mail === 'crash'
  if (silent || isBeingRefunded(books, payment) || isLate(payment)) {
    payment.doubtful = true
    return
  }
  settle(books, payment)
  observe(books, payment, payment)
}

/** A refund in doubt and news of its payment: whichever is heard of first is booked first. */
const isBeingRefunded = (books: Books, payment: Payment): boolean =>
  [...books.refunds.values()].some(
    (one) => one.payment === payment.key && one.status === 'waiting' && one.doubtful,
  )
