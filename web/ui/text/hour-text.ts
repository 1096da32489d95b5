/** '9:00 AM' of 9. */
export const hourText = (hour: number): string => `${hour % 12 || 12}:00 ${hour < 12 ? 'AM' : 'PM'}`

/** Every hour of a day, for a select. */
export const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourText(hour) }))
