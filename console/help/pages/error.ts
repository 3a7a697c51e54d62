import type { Guide } from '../guide.ts'
import { figure, link, steps, terms, text } from '../guide.ts'

export const error: Guide = {
  path: '/SystemError',
  title: { en: 'Faults and messages', zh: '故障与提示' },
  lead: {
    en: 'Messages, alarms, and how to close a fault.',
    zh: '提示的含义、告警的处理与故障的关闭。',
  },
  sections: [
    {
      heading: { en: 'From alarm to work order', zh: '从告警到工单' },
      pieces: [
        figure('workOrder', 'The states of a work order', '工单状态'),
        text(
          'Acknowledge an alarm to record that you have seen it. This is done once per occurrence and stops its notifications. If the fault recurs, a new alarm is raised.',
          '确认告警表示已知晓，每次告警只需确认一次，确认后不再提示；故障再次出现时产生新的告警。',
        ),
        steps(
          ['Acknowledge the alarm, with an optional note.', '确认告警，可填写备注。'],
          ['Create a work order for the repair.', '为需要处理的故障建立工单。'],
          ['Dispatch it to a handler with a phone number.', '派单给处理人并填写电话。'],
          [
            'Complete or refuse the order with a remark; a manager accepts and ends it.',
            '填写说明后完成或拒绝，由管理人员验收结束。',
          ],
        ),
        link('/alarms', 'To the alarms', '前往告警'),
      ],
    },
    {
      heading: { en: 'Fault types', zh: '故障类型' },
      pieces: [
        text(
          'An alarm is raised when its fault has lasted 10 to 30 seconds, and clears when the fault ends. The points used are named in brackets. The figures are defaults: limits and delays are fields of the project (System, Projects).',
          '故障持续 10 至 30 秒后产生告警，现场数据恢复后结束。括号内为判断所用的点名。以下数值为默认值，可在项目（系统、项目管理）中修改限值和延时。',
        ),
        terms(
          [
            'Offline',
            '离线',
            'No data for three reporting intervals. Check supply, antenna or SIM card.',
            '超过三个上报周期未收到数据，请检查电源、天线或 SIM 卡。',
          ],
          [
            'No communication',
            '通信故障',
            'The device is online, but all its values are bad. Check the bus behind it.',
            '设备在线但上报数据全部无效，请检查下级总线。',
          ],
          [
            'Lamp failure',
            '灯具故障',
            'The lamp is switched on but draws less than 2 W (lamp, dimming, power, current).',
            '开灯但功率低于 2 W（lamp、dimming、power、current）。',
          ],
          [
            'Lamp on by day',
            '白天亮灯',
            'The lamp is on although it is switched off. A relay may be welded (lamp, dimming, power).',
            '命令为关灯但灯仍亮，可能是继电器触点粘连（lamp、dimming、power）。',
          ],
          [
            'Dimming failure',
            '调光故障',
            'The power differs from the dimming level by more than 30 % of the rated power. Requires the rated power of the pole.',
            '功率与调光比例相差超过额定功率的 30%，需填写单灯额定功率。',
          ],
          [
            'Abnormal power',
            '功率异常',
            'More than 20 % above the rated power of the pole (power).',
            '超过单灯额定功率 20%（power）。',
          ],
          [
            'Abnormal current',
            '电流异常',
            'More than 20 % above the rated current of the loop: leakage or a short circuit (current, currentA to currentC).',
            '超过回路额定电流 20%，可能漏电或短路（current、currentA 至 currentC）。',
          ],
          [
            'Abnormal voltage',
            '电压异常',
            'Below 176 V or above 264 V (voltage, voltageA to voltageC).',
            '低于 176 V 或高于 264 V（voltage、voltageA 至 voltageC）。',
          ],
          ['Overtemperature', '温度过高', 'Above 85 °C (temperature).', '高于 85 °C（temperature）。'],
          ['Leakage', '漏电', 'More than 300 mA (leakage).', '超过 300 mA（leakage）。'],
          ['Supply loss', '停电', 'All phases of the cabinet are below 50 V.', '配电箱各相电压均低于 50 V。'],
          [
            'Breaker tripped',
            '断路器跳闸',
            'The cabinet has voltage and the loop is on, but the loop has no voltage (switch, voltage).',
            '配电箱有电，回路已闭合但无电压（switch、voltage）。',
          ],
          [
            'Contactor error',
            '接触器故障',
            'The loop carries current after it was switched off, or less than its absorption current after it was switched on (switch, current).',
            '断开后仍有电流，或闭合后电流低于吸合电流（switch、current）。',
          ],
          ['Door open', '箱门打开', "The cabinet's door contact is open (doorOpen).", '配电箱门磁打开（doorOpen）。'],
          ['Limit exceeded', '越限', 'The value of a sensor is beyond its limit.', '传感器测量值超过所填限值。'],
        ),
      ],
    },
    {
      heading: { en: 'Messages of the system', zh: '系统提示' },
      pieces: [
        text(
          'Error codes of the server. A toast disappears after two seconds; a notification stays until you close it.',
          '以下为服务器返回的代码。轻提示两秒后消失，通知需手动关闭。',
        ),
        { kind: 'errors' },
      ],
    },
  ],
}
