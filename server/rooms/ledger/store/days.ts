import { type RawBuilder, sql } from 'kysely'
import { here } from '../../../platform/db/distributed/here.ts'
import type { DayDelta } from '../rules.ts'

/**
 * Statement that adds to an account's daily sums, alone or as part of another statement. The ledger head must
 * be locked.
 */
export const addToDays = (accountId: string, days: readonly DayDelta[]): RawBuilder<unknown> => sql`
  insert into ledger_days as d (account_id, booked_on, currency, invoiced_minor, collected_minor, owed_minor)
  select here.account_id, r.booked_on, r.currency, r.invoiced, r.collected, r.owed
  from ${here(accountId)}, jsonb_to_recordset(${JSON.stringify(days.map(dayRow))}::jsonb) as r(booked_on date, currency text, invoiced bigint,
    collected bigint, owed bigint)
  on conflict (account_id, booked_on, currency) do update set invoiced_minor = d.invoiced_minor + excluded.invoiced_minor,
    collected_minor = d.collected_minor + excluded.collected_minor, owed_minor = d.owed_minor + excluded.owed_minor`

const dayRow = (day: DayDelta) => ({
  booked_on: day.bookedOn,
  currency: day.currency,
  invoiced: day.invoicedMinor.toString(),
  collected: day.collectedMinor.toString(),
  owed: day.owedMinor.toString(),
})
