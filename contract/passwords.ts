import * as z from 'zod'

/**
 * How long a password is: by characters as a person counts them (Unicode code points), of exactly what was typed. Browser and server ask
 * here, so that no emoji counts twice on one side; nothing is normalised, and nothing cut.
 */
export const charactersOf = (text: string): number => Array.from(text).length

/** A password of so many characters, as a route takes it. */
export const passwordText = ({ min, max }: { readonly min: number; readonly max: number }) =>
  z.string().refine((text) => charactersOf(text) >= min && charactersOf(text) <= max, `${min} to ${max} characters`).meta({ minLength: min, maxLength: max })
