import type { Examples } from '../examples.ts'

export const examples: Examples = {
  'in Shanghai': { offsetMinutes: 480 },
  time: { offsetMinutes: 0, format: 'time' },
  minutes: { offsetMinutes: 0, format: 'minutes' },
  date: { offsetMinutes: 0, format: 'date' },
  weekday: { offsetMinutes: 480, format: 'dateWeekday' },
  dial: { offsetMinutes: 60, format: 'dial' },
  'dial, graded': { offsetMinutes: 60, format: 'dial', faceColor: 'radial(#ffffffff,#d5dadfff)' },
  large: { offsetMinutes: 0, fontSize: 40 },
}
