import type { Words } from '../entity/field.ts'

const maxReceivers = 50
/** With the country code, as SMS gateways expect it, or without. */
const phone = /^\+?\d{5,20}$/
const address = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,190}[A-Za-z0-9])?$/

/** Returns true if a receiver is a phone number, not an email address. */
export const isPhone = (receiver: string): boolean => phone.test(receiver)

/**
 * Parses a list of email addresses and phone numbers separated by commas, semicolons or spaces. Returns up to 50 distinct addresses,
 * invalid entries, and valid addresses beyond 50.
 */
export function parseReceivers(text: string): {
  readonly addresses: readonly string[]
  readonly wrong: readonly string[]
  readonly surplus: readonly string[]
} {
  const entries = [...new Set(text.split(/[,;\s]+/).filter(Boolean))]
  const isGood = (one: string): boolean => address.test(one) || isPhone(one)
  const addresses = entries.filter(isGood)
  return {
    addresses: addresses.slice(0, maxReceivers),
    wrong: entries.filter((one) => !isGood(one)),
    surplus: addresses.slice(maxReceivers),
  }
}

/** Returns the faults of a receiver list: invalid addresses, and addresses beyond the limit. */
export function receiverFaults(text: string): readonly Words[] {
  const { wrong, surplus } = parseReceivers(text)
  return [
    ...(wrong.length > 0
      ? [
          {
            en: `Not a valid email address or phone number: ${wrong.join(', ')}`,
            zh: `不是有效的邮箱或手机号：${wrong.join('、')}`,
          },
        ]
      : []),
    ...(surplus.length > 0
      ? [
          {
            en: `At most ${maxReceivers} receivers, ${surplus.length} too many: ${surplus.join(', ')}`,
            zh: `接收人最多 ${maxReceivers} 个，多出 ${surplus.length} 个：${surplus.join('、')}`,
          },
        ]
      : []),
  ]
}
