// Names that the compiler knows: methods of all types, and static methods by class.
import './textMethods.js'
import './mapMethods.js'
import './numberMethods.js'
import './classes.js'
import './host.js'
import { listStatics, methodNames } from './tables.js'

export const staticNames = listStatics()
export { methodNames }
