import { describe, expect, it } from 'vitest'
import { isCharacterKey, KEYS } from './shortcut-keys.ts'

const ALL = Object.values(KEYS)

describe('shortcut table', () => {
  it('gives no key two meanings', () => {
    expect(new Set(ALL).size).toBe(ALL.length)
  })

  it('starts no sequence with a key that has its own action', () => {
    const starts = ALL.filter((keys) => keys.includes(' ')).map((keys) => keys.split(' ')[0])
    expect(ALL.filter((keys) => starts.includes(keys))).toEqual([])
  })

  it('separates single characters from chords and function keys', () => {
    expect(['j', '?', 'g i', 'shift+x', 'mod+k', 'F8'].map(isCharacterKey)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ])
  })
})
