import { openLocalStorage } from '../../session/storage/key-store.ts'
import { readMarketingSource } from '../../session/storage/marketing-source.ts'

/** Returns the campaign to send with a sign-up, while this browser remembers it. */
export function toldCampaign(): { marketing_source?: string } {
  const store = openLocalStorage()
  const source = store === null ? '' : readMarketingSource(store, Date.now())
  return source === '' ? {} : { marketing_source: source }
}
