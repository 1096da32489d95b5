import type { DateFormat } from '../../../domain/dates/calendar.ts'
import { invalidateQuery } from '../../session/calls/use-query.ts'
import { useCall } from '../../session/session-context.tsx'
import type { Payer } from '../pay/payer.ts'
import { isPreview } from '../preview/preview-store.ts'
import { askForMethodsAgain } from './use-methods.ts'

/** Payer for a signed-in portal user. A payment invalidates lists, balances and cards. */
export function usePortalPayer(dateFormat: DateFormat): Payer {
  const call = useCall()
  return {
    call,
    locked: false,
    unlocked: () => {},
    preview: isPreview,
    paid: () => {
      for (const name of ['account', 'portal-invoices', 'portal-invoice', 'credit-memos', 'portal-plans'])
        invalidateQuery(name)
      askForMethodsAgain()
    },
    dateFormat,
  }
}
