/* Words with which mail programs introduce what they quote, in the languages of our visitors and the
 * most used others. Compared in lower case. */

/** Verbs of "On Monday, Support wrote:", at the end of the line or before the name. */
export const verbs: readonly string[] = [
  ...["wrote", "writes", "escribió", "escribio", "schrieb", "a écrit", "a ecrit", "ha scritto"],
  ...["escreveu", "schreef", "geschreven", "napisał", "napisała", "napisał(a)", "pisze", "skrev"],
  ...["kirjoitti", "napsal", "napsal(a)", "írta", "a scris", "yazdı", "đã viết", "写道", "寫道"],
  ...[
    "書きました",
    "のメール",
    "작성",
    "썼습니다",
    "написал",
    "написала",
    "написал(а)",
    "пишет",
    "пише",
  ],
  ...[
    "كتب",
    "كتبت",
    "كتابة",
    "כתב",
    "כתבה",
    "isinulat",
    "sumulat",
    "ay nagsulat",
    "ने लिखा",
    "menulis",
  ],
  ...["เขียนว่า", "έγραψε"],
];

export const openings: readonly string[] = [
  ...["on", "el", "am", "le", "il", "em", "a", "op", "w dniu", "dnia", "den", "vào", "dne", "în"],
  ...["noong", "في", "בתאריך", "ב-", "pada", "στις"],
];

/** Labels of the header lines that Outlook writes above what it quotes. */
export const headerLabels: Readonly<Record<"from" | "sent" | "to" | "subject", readonly string[]>> =
  {
    from: [
      ...["from", "de", "von", "da", "van", "od", "från", "fra", "lähettäjä", "feladó", "kimden"],
      ...["gönderen", "từ", "发件人", "寄件者", "寄件人", "差出人", "보낸 사람", "от", "від", "من"],
      ...["מאת", "mula sa", "mula kay", "จาก", "dari", "από", "प्रेषक"],
    ],
    sent: [
      ...["sent", "date", "enviado", "enviado el", "enviado em", "enviada", "enviada em", "fecha"],
      ...["data", "gesendet", "datum", "envoyé", "inviato", "verzonden", "wysłano", "skickat"],
      ...["sendt", "dato", "lähetetty", "päivämäärä", "odesláno", "gönderildi", "tarih", "đã gửi"],
      ...[
        "gửi",
        "ngày",
        "发送时间",
        "日期",
        "寄件日期",
        "送信日時",
        "日付",
        "日時",
        "보낸 날짜",
        "날짜",
      ],
      ...["отправлено", "дата", "надіслано", "تاريخ الإرسال", "التاريخ", "أرسلت", "נשלח", "תאריך"],
      ...["ipinadala", "petsa", "dikirim", "tanggal", "ส่ง", "วันที่", "date d'envoi"],
    ],
    to: [
      ...[
        "to",
        "para",
        "an",
        "à",
        "a",
        "aan",
        "do",
        "till",
        "til",
        "vastaanottaja",
        "komu",
        "kime",
      ],
      ...[
        "alıcı",
        "đến",
        "tới",
        "收件人",
        "收件者",
        "宛先",
        "받는 사람",
        "кому",
        "إلى",
        "אל",
        "kay",
      ],
      ...["kepada", "ถึง", "προς", "cc", "kopie", "copia", "cópia"],
    ],
    subject: [
      ...[
        "subject",
        "asunto",
        "assunto",
        "betreff",
        "objet",
        "oggetto",
        "onderwerp",
        "temat",
        "ämne",
      ],
      ...[
        "emne",
        "aihe",
        "předmět",
        "tárgy",
        "konu",
        "chủ đề",
        "tiêu đề",
        "主题",
        "主旨",
        "件名",
        "제목",
      ],
      ...["тема", "الموضوع", "נושא", "paksa", "subjek", "เรื่อง", "θέμα"],
    ],
  };

/** Between the dashes of "-----Original Message-----". */
export const separatorWords: readonly string[] = [
  ...["original message", "forwarded message", "ursprüngliche nachricht", "originalnachricht"],
  ...["weitergeleitete nachricht", "mensaje original", "mensaje reenviado", "forwarded email"],
  ...["message d'origine", "message original", "message transféré", "messaggio originale"],
  ...["messaggio inoltrato", "mensagem original", "mensagem encaminhada", "reply message"],
  ...["oorspronkelijk bericht", "doorgestuurd bericht", "wiadomość oryginalna"],
  ...["oryginalna wiadomość", "treść oryginalnej wiadomości", "ursprungligt meddelande"],
  ...["original meddelelse", "opprinnelig melding", "alkuperäinen viesti", "původní zpráva"],
  ...["исходное сообщение", "пересылаемое сообщение", "пересланное сообщение", "orijinal mesaj"],
  ...[
    "原始邮件",
    "原始郵件",
    "转发的邮件",
    "转发邮件",
    "轉寄的郵件",
    "元のメッセージ",
    "転送メッセージ",
  ],
  ...[
    "원본 메시지",
    "전달된 메시지",
    "الرسالة الأصلية",
    "ההודעה המקורית",
    "thư gốc",
    "tin nhắn gốc",
  ],
  ...["tin nhắn đã chuyển tiếp", "orihinal na mensahe", "ipinasang mensahe", "pesan asli"],
];
