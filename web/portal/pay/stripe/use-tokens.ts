import { useRef } from 'react'
import { TOKEN_FIELD } from '../../../../domain/parsing/form-fields.ts'
import type { TokenMaker } from './stripe-fields.tsx'

type Body = Record<string, string | boolean>

/**
 * Returns a function that adds the card's token to a payment. A payment whose outcome is unknown is sent again with the token
 * that it was sent with, so that the server recognizes it and charges once.
 */
export function useTokens(): (body: Body, maker: TokenMaker) => Promise<Body> {
  const tokens = useRef(new Map<string, string>())
  return async (body, maker) => {
    const id = String(body.request_id)
    const known = tokens.current.get(id)
    if (known !== undefined) return { ...body, [TOKEN_FIELD]: known }
    const token = await maker.make()
    tokens.current.set(id, token)
    return { ...body, [TOKEN_FIELD]: token }
  }
}
