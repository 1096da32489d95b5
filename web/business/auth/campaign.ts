import { openLocalStorage } from '../../session/storage/key-store.ts'
import { readMarketingSource } from '../../session/storage/marketing-source.ts'

/** What a sign-up tells of the campaign that led here, as long as this browser remembers it. */
export function toldCampaign(): { marketing_source?: string } {
  const store = openLocalStorage()
  const source = store === null ? '' : readMarketingSource(store, Date.now())
  return source === '' ? {} : { marketing_source: source }
}
