/** Query parameters of the overview besides page and size. */
export const REMINDERS_LIST = ['view', 'activate', 'step'] as const
