import './tables.ts'

import type { AddressRecords } from '../../platform/mail/recipients/address-records.ts'
import { issueReturnPath } from './actions/issue-return-path.ts'
import { noteRefusal } from './actions/note-refusal.ts'

/** Calls by which deliveries ask and tell this room. */
export const addressRecords: AddressRecords = { issueReturnPath, noteRefusal }

export { checkMailAddress } from './actions/check-mail-address.ts'
export { type CheckedRecord, checkRecords } from './actions/delivery/check-records.ts'
export { findReportLink, type ReportLink } from './actions/intake/find-report-link.ts'
export { storeReport } from './actions/intake/store-report.ts'
export { issueUnsubscribeUrls } from './actions/issue-unsubscribe-urls.ts'
export { type MarkOf, readMarks } from './actions/read-marks.ts'
