package dev.holdfast.projects.reports;

import java.io.StringReader;
import java.util.function.Consumer;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/** XML that a stranger wrote: no DTD, no entities but the five, bounded depth. */
final class XmlReader implements AutoCloseable {
    private static final int MAX_DEPTH = 50;
    private final XMLStreamReader reader;

    XmlReader(String text) throws BrokenReportException {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("refers to something outside of it");
        });
        try {
            reader = factory.createXMLStreamReader(new StringReader(withoutControls(text)));
        } catch (XMLStreamException broken) {
            throw notWellFormed(broken);
        }
    }

    /** What an element does to the one who reads. */
    interface Elements {
        void start(XmlReader element) throws BrokenReportException;

        void end(String name) throws BrokenReportException;
    }

    void readAll(Elements elements, Consumer<String> characters) throws BrokenReportException {
        int depth = 0;
        try {
            while (reader.hasNext()) {
                switch (reader.next()) {
                    case XMLStreamConstants.DTD -> throw new BrokenReportException("has a DOCTYPE, which is refused");
                    case XMLStreamConstants.ENTITY_REFERENCE ->
                        throw new BrokenReportException("has an entity of its own, which is refused");
                    case XMLStreamConstants.START_ELEMENT -> {
                        if (++depth > MAX_DEPTH) {
                            throw new BrokenReportException("is nested more than " + MAX_DEPTH + " levels deep");
                        }
                        elements.start(this);
                    }
                    case XMLStreamConstants.END_ELEMENT -> {
                        depth--;
                        elements.end(reader.getLocalName());
                    }
                    case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> characters.accept(reader.getText());
                    default -> {}
                }
            }
        } catch (XMLStreamException broken) {
            throw notWellFormed(broken);
        }
    }

    String name() {
        return reader.getLocalName();
    }

    @Nullable String attribute(String name) {
        String value = reader.getAttributeValue(null, name);
        return value == null || value.isBlank() ? null : value;
    }

    String attribute(String name, String otherwise) {
        String value = attribute(name);
        return value == null ? otherwise : value;
    }

    /** Tools copy output into reports, and with it characters that XML does not know. */
    private static String withoutControls(String text) {
        boolean clean = text.chars().noneMatch(XmlReader::isForbidden);
        if (clean) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length());
        text.chars().filter(c -> !isForbidden(c)).forEach(c -> kept.append((char) c));
        return kept.toString();
    }

    private static boolean isForbidden(int c) {
        return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0xfffe || c == 0xffff;
    }

    private static BrokenReportException notWellFormed(XMLStreamException broken) {
        int line = broken.getLocation() == null ? -1 : broken.getLocation().getLineNumber();
        String said = String.valueOf(broken.getMessage())
                .lines()
                .reduce((first, last) -> last)
                .orElse("");
        return new BrokenReportException("is not well-formed XML" + (line < 1 ? "" : ", line " + line) + ": " + said);
    }

    @Override
    public void close() throws BrokenReportException {
        try {
            reader.close();
        } catch (XMLStreamException broken) {
            throw notWellFormed(broken);
        }
    }
}
