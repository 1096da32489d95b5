/** Days after its upload until a file that was never imported is deleted, with its check results. */
export const UNUSED_DAYS = 7

/** Days after its import until a file and its rows are deleted, except the reasons for skipped rows. */
export const IMPORTED_DAYS = 30

/** Skipped rows that stay after that, the first of the file, with their reasons. */
export const MAX_REASONS = 1000

/** Maximum size of one account's stored imports, in megabytes. */
export const MAX_KEPT_MB = 200
