/** An account's groups fit on the largest page of a list, so that a choice of one offers all. */
export const MAX_GROUPS = 100

export const GROUP_NAME_MAX_LENGTH = 150

/** Composes accents and reduces spaces to one, so that names that look alike are alike. */
export const tidyGroupName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/g, ' ')
