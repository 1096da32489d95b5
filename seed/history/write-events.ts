import type { CalendarDate } from '../../domain/dates/calendar.ts'
import { Books, type HistoryParts } from './books.ts'
import type { HistoryEvent } from './history-events.ts'
import { InvoiceWriter } from './write-invoices.ts'
import { SettlementWriter } from './write-settlements.ts'

/** Converts a plan's events into the rows that the rooms' actions would write. */
export class EventWriter {
  private readonly invoices: InvoiceWriter
  private readonly settlements: SettlementWriter

  constructor(parts: HistoryParts) {
    const books = new Books(parts)
    this.invoices = new InvoiceWriter(books)
    this.settlements = new SettlementWriter(books)
  }

  write(event: HistoryEvent, day: CalendarDate): void {
    if (event.kind === 'payment') this.settlements.payment(event, day)
    else if (event.kind === 'credit') this.settlements.credit(event, day)
    else if (event.kind === 'void' || event.kind === 'write_off') this.invoices.close(event, day)
    else if (event.kind === 'draft') this.invoices.draft(event.invoice)
    else this.invoices.issue(event.invoice)
  }
}
