// Letters, marks, digits, punctuation and symbols of any script; the only space is the plain one, so that two
// numbers that look equal are equal, without invisible characters.
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]{1,40}$/u

/** Builds a number: ('INV-', 42, 4) -> 'INV-0042'. A value wider than the width is written in full. */
export function formatDocumentNumber(prefix: string, value: number | bigint, width: number): string {
  return prefix + value.toString().padStart(width, '0')
}

/** True for 1 to 40 printable characters that neither begin nor end with a space. */
export function isDocumentNumber(text: string): boolean {
  return PRINTABLE.test(text) && text.trim() === text
}
