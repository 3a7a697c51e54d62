import type { Guide } from '../guide.ts'
import { figure, link, steps, terms, text } from '../guide.ts'

export const error: Guide = {
  path: '/SystemError',
  title: { en: 'Faults and messages', zh: '故障与提示' },
  lead: {
    en: 'What a message means, what an alarm asks for, and how a fault is closed.',
    zh: '提示的含义、告警的处理与故障的关闭。',
  },
  sections: [
    {
      heading: { en: 'From alarm to work order', zh: '从告警到工单' },
      pieces: [
        figure('workOrder', 'The states of a work order', '工单状态'),
        text(
          'Confirming an alarm says that somebody has seen it. It is done once; this occurrence prompts nobody any more. When the fault comes again, that is a new alarm.',
          '确认告警表示有人已看到，只需一次，该次告警不再提示；故障再次出现时为新的告警。',
        ),
        steps(
          ['Confirm the alarm, with a note if there is something to say.', '确认告警，可填写备注。'],
          ['Make a work order for what must be mended.', '为需要处理的故障建立工单。'],
          ['Dispatch it to somebody with a phone number.', '派单给处理人并填写电话。'],
          [
            'Complete or refuse it with a remark; a manager accepts and ends it.',
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
          'An alarm begins when its fault has lasted ten to thirty seconds and ends when the plant says that it is gone. The points it is read from are named in brackets.',
          '故障持续 10 至 30 秒后产生告警，现场数据恢复后结束。括号内为判断所用的点名。',
        ),
        terms(
          [
            'Offline',
            '离线',
            'Nothing was heard of the device for three of its intervals. Check supply, antenna or SIM card.',
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
            'Told to burn, and takes less than 2 W (lamp, dimming, power, current).',
            '开灯但功率低于 2 W（lamp、dimming、power、current）。',
          ],
          [
            'Lamp on by day',
            '白天亮灯',
            'The lamp burns though it is told to be dark: a relay may be welded (lamp, dimming, power).',
            '命令为关但灯亮，可能是继电器粘连（lamp、dimming、power）。',
          ],
          [
            'Dimming failure',
            '调光故障',
            'The power is more than three tenths of the rated power away from what the dimming says. Needs the rated power of the pole.',
            '功率与调光比例相差超过额定功率的 30%，需填写单灯额定功率。',
          ],
          [
            'Abnormal power',
            '功率异常',
            'More than a fifth above the rated power of the pole (power).',
            '超过单灯额定功率 20%（power）。',
          ],
          [
            'Abnormal current',
            '电流异常',
            'More than a fifth above the rated current of the loop: leakage or a short circuit (current, currentA to currentC).',
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
            'The loop is on and has no voltage, though its cabinet has (switch, voltage).',
            '配电箱有电，回路已闭合但无电压（switch、voltage）。',
          ],
          [
            'Contactor error',
            '接触器故障',
            'The loop carries current after it was switched off, or less than its absorption current after it was switched on (switch, current).',
            '断开后仍有电流，或闭合后电流低于吸合电流（switch、current）。',
          ],
          ['Door open', '箱门打开', "The cabinet's door contact is open (doorOpen).", '配电箱门磁打开（doorOpen）。'],
          [
            'Limit exceeded',
            '越限',
            "A sensor's value is beyond the limit entered with it.",
            '传感器测量值超过所填限值。',
          ],
        ),
      ],
    },
    {
      heading: { en: 'Messages of the system', zh: '系统提示' },
      pieces: [
        text(
          "Codes as they stand in the server's answers. A toast goes by after two seconds; a notification stays until it is closed.",
          '以下为服务器返回的代码。轻提示两秒后消失，通知需手动关闭。',
        ),
        { kind: 'errors' },
      ],
    },
  ],
}
