/** Terms of a late-fee rule as the API takes them: 1.25% a month from the tenth day on, without a limit. */
export const MONTHLY_TERMS = {
  kind: 'percent',
  flat: '0',
  rate: '1.25',
  compounds: false,
  grace_days: 10,
  repeat: 'monthly',
  every_days: 0,
  day_of_month: null,
  cap: null,
  cap_rate: null,
  yearly_cap_rate: null,
  min_remaining: '0',
}
