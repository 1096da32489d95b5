/** True when a card's last month is before the month of `today`. */
export const isExpired = (year: number, month: number, today: string): boolean =>
  year * 12 + month < Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7))
