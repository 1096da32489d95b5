/** Columns of a list in one line: ids in order, each with its width in rem where it was changed: 'number,customer:14'. */
export const COLUMNS_TEXT = /^[a-z_]{1,40}(:\d{1,2})?(,[a-z_]{1,40}(:\d{1,2})?)*$/
