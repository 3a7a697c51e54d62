import * as z from 'zod'

/**
 * Returns the length of a password in Unicode code points, without normalization or trimming. Browser and server share
 * it, so that an emoji counts once on both sides.
 */
export const countCharacters = (text: string): number => Array.from(text).length

/** Zod schema of a password with `min` to `max` code points. */
export const passwordText = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z
    .string()
    .refine((text) => countCharacters(text) >= min && countCharacters(text) <= max, `${min} to ${max} characters`)
    .meta({ minLength: min, maxLength: max })
