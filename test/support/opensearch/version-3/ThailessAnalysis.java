import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.opensearch.analysis.common.CommonAnalysisModulePlugin;
import org.opensearch.index.analysis.AnalyzerProvider;
import org.opensearch.index.analysis.PreBuiltAnalyzerProviderFactory;
import org.opensearch.indices.analysis.AnalysisModule.AnalysisProvider;

/** The analysis of OpenSearch without Thai, for which every index is refused where Java cannot part its words. */
public final class ThailessAnalysis extends CommonAnalysisModulePlugin {
	private static final String thai = "thai";

	@Override
	public List<PreBuiltAnalyzerProviderFactory> getPreBuiltAnalyzerProviderFactories() {
		return super.getPreBuiltAnalyzerProviderFactories().stream()
			.filter(analyzer -> !analyzer.getName().equals(thai))
			.toList();
	}

	@Override
	public Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> getAnalyzers() {
		Map<String, AnalysisProvider<AnalyzerProvider<? extends Analyzer>>> analyzers = new HashMap<>(super.getAnalyzers());
		analyzers.remove(thai);
		return analyzers;
	}
}
