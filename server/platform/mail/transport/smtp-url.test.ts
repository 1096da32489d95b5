import { describe, expect, it } from 'vitest'
import { readSmtpUrl } from './smtp-url.ts'

describe('readSmtpUrl', () => {
  it('reads server, port, TLS and login', () => {
    expect(readSmtpUrl('smtp://mail.example')).toEqual({ host: 'mail.example', port: 587, secure: false })
    expect(readSmtpUrl('smtps://me%40x.example:p%3Aw@mail.example')).toEqual({
      host: 'mail.example',
      port: 465,
      secure: true,
      auth: { user: 'me@x.example', pass: 'p:w' },
    })
    expect(readSmtpUrl('smtp://[::1]:2525').host).toBe('::1')
    expect(readSmtpUrl('smtp://mail.example:2525/').port).toBe(2525)
  })

  it.each(['/', '?', '#'])(
    'refuses a password with an unescaped %s, whose start would be a port',
    (character) => {
      expect(() => readSmtpUrl(`smtp://user:25${character}s3cret@mail.example`)).toThrow(
        /^SMTP_URL has text after its host and port(?!.*(25|s3cret))/,
      )
    },
  )

  it('refuses anything else without repeating it', () => {
    for (const url of [
      '',
      'mail.example',
      'http://user:s3cret@mail.example',
      'smtp://',
      'smtp://user:s3cret%zz@mail.example',
    ])
      expect(() => readSmtpUrl(url)).toThrow(/^SMTP_URL has to look like (?!.*s3cret)/)
  })
})
