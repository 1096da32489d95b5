import type { CalendarDate } from '../../domain/dates/calendar.ts'
import { Books, type HistoryParts } from './books.ts'
import type { Deed } from './deeds.ts'
import { InvoiceWriter } from './write-invoices.ts'
import { SettlementWriter } from './write-settlements.ts'

/** Turns what a plan says into the rows that the rooms' actions write when it happens. */
export class DeedWriter {
  private readonly invoices: InvoiceWriter
  private readonly settlements: SettlementWriter

  constructor(parts: HistoryParts) {
    const books = new Books(parts)
    this.invoices = new InvoiceWriter(books)
    this.settlements = new SettlementWriter(books)
  }

  write(deed: Deed, day: CalendarDate): void {
    if (deed.kind === 'payment') this.settlements.payment(deed, day)
    else if (deed.kind === 'credit') this.settlements.credit(deed, day)
    else if (deed.kind === 'void' || deed.kind === 'write_off') this.invoices.close(deed, day)
    else if (deed.kind === 'draft') this.invoices.draft(deed.invoice)
    else this.invoices.issue(deed.invoice)
  }
}
