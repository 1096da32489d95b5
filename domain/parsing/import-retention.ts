/** So many days after its upload a file that was never imported is forgotten, with all that was found out about it. */
export const UNUSED_DAYS = 7

/** So many days after its import a file is forgotten, and its rows but for why some were left out. */
export const IMPORTED_DAYS = 30

/** Of the rows that were left out so many stay then, the first in the file, with their reasons. */
export const MOST_REASONS = 1000

/** What one account's imports may take up at a time, in megabytes. */
export const MOST_KEPT_MB = 200
